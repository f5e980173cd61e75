#!/usr/bin/env python3
"""Stands for llama-server in tests: takes its arguments, checks the key, answers chat completions.

What it does is in the model file's name, in parts joined by "-":
  tN      answers with N words (5)
  crashN  ends itself after N words, as an assertion does
  hold    stops after the first word, and never goes on
  bad     cannot load the model
  slow    never has the model loaded
Each start adds a line to <model file>.starts.
"""

import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

arguments = dict(zip(sys.argv[1:], sys.argv[2:]))
model, alias = arguments["--model"], arguments["--alias"]
parts = alias.split("-")


def number(letter, otherwise):
    found = [part[len(letter):] for part in parts if part.startswith(letter) and part[len(letter):].isdigit()]
    return int(found[0]) if found else otherwise


class Answers(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def say(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if "slow" in parts:
            self.say(503, {"error": {"message": "Loading model"}})
        else:
            self.say(200, {"status": "ok"})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization") != f"Bearer {os.environ['LLAMA_API_KEY']}":
            return self.say(401, {"error": {"message": "Invalid API Key"}})
        if body["model"] != alias or len(os.environ["LLAMA_API_KEY"]) < 32:
            return self.say(400, {"error": {"message": "another model"}})
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        crash, words = number("crash", None), number("t", 5)
        for word in range(words):
            if word == crash:
                print(f"/src/ggml.c:1: GGML_ASSERT({model}) failed", file=sys.stderr, flush=True)
                os._exit(134)
            self.piece({"choices": [{"index": 0, "delta": {"content": f"word{word} "}}]})
            while "hold" in parts:
                time.sleep(1)
        self.piece({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
                    "usage": {"prompt_tokens": 3, "completion_tokens": words}})
        self.wfile.write(b"data: [DONE]\n\n")

    def piece(self, body):
        self.wfile.write(f"data: {json.dumps(body)}\n\n".encode())
        self.wfile.flush()


with open(f"{model}.starts", "a", encoding="utf-8") as starts:
    starts.write(f"{os.getpid()} {os.getppid()} {' '.join(sys.argv[1:])}\n")
if "bad" in parts:
    print(f"0.00.012.345 E llama_model_load: error loading model: unknown architecture in {model}", file=sys.stderr)
    print("0.00.012.400 E srv load_model: failed to load model", file=sys.stderr)
    sys.exit(1)
ThreadingHTTPServer((arguments["--host"], int(arguments["--port"])), Answers).serve_forever()
