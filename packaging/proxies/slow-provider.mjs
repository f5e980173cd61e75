// A provider whose answer takes two seconds: ten words, one every 200 ms. And, at any other address, what came of a request.
import { createServer } from "node:http";

const words = "one two three four five six seven eight nine ten".split(" ");
const pause = () => new Promise((resolve) => setTimeout(resolve, 200));

async function answer(response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const word of words) {
    await pause();
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: `${word} ` } }] })}\n\n`);
  }
  response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
}

const server = createServer((request, response) => {
  request.resume();
  if (request.url.endsWith("/models")) return response.end('{"data":[{"id":"slow"}]}');
  if (request.url.endsWith("/chat/completions")) return void answer(response);
  response.end(JSON.stringify(request.headers));
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => console.log("ready"));
