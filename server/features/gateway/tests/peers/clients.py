"""Tries programs' own clients, unmodified, against a running server.

    clients.py BASE_URL KEY CLIENT...

The server has a connection `fake` to the fake provider, with the models `say-Hi there`, `use-echo`, `k2-t3`, `e401` and
`text-embedding-1`.
"""

import asyncio
import os
import sys

BASE, KEY = sys.argv[1].rstrip("/"), sys.argv[2]
os.environ["OPENAI_API_KEY"] = KEY
os.environ["OPENAI_BASE_URL"] = BASE + "/v1"
os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"
SAYS, USES, THINKS = "fake/say-Hi there", "fake/use-echo", "fake/k2-t3"
WEATHER = 'weather {"city": "Oslo"}'
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def check(name, found, wanted):
    if found != wanted:
        sys.exit(f"{name}: {found!r} instead of {wanted!r}")
    print(f"{name}: ok")


def openai_python():
    import openai

    client = openai.OpenAI()
    ask = [{"role": "user", "content": "Hello?"}]
    answer = client.chat.completions.create(model=SAYS, messages=ask, n=2)
    check("openai chat", [choice.message.content for choice in answer.choices], ["Hi there"] * 2)
    stream = client.chat.completions.create(model=SAYS, messages=ask, stream=True)
    said = "".join(chunk.choices[0].delta.content or "" for chunk in stream)
    check("openai chat stream", said, "Hi there")
    check("openai completions", client.completions.create(model=SAYS, prompt="a").choices[0].text, "Hi there")
    made = client.embeddings.create(model="fake/text-embedding-1", input=[[9906, 1917]])
    check("openai embeddings", len(made.data), 1)

    tool = {"type": "function", "name": "weather", "parameters": SCHEMA, "strict": False}
    first = client.responses.create(model=USES, input=WEATHER, tools=[tool])
    call = next(item for item in first.output if item.type == "function_call")
    result = {"type": "function_call_output", "call_id": call.call_id, "output": "rain"}
    second = client.responses.create(
        model=USES, input=[result], tools=[tool], previous_response_id=first.id
    )
    check("openai responses", second.output_text, "rain")
    check("openai retrieve", client.responses.retrieve(second.id).output_text, "rain")
    client.responses.delete(second.id)
    with client.responses.stream(model=THINKS, input="Hello?") as stream:
        check("openai responses stream", stream.get_final_response().output_text, "the quick brown ")
    try:
        client.chat.completions.create(model="fake/nobody", messages=ask)
    except openai.NotFoundError as error:
        check("openai error", error.code, "model_not_found")


def anthropic_python():
    import anthropic

    client = anthropic.Anthropic(api_key=KEY, base_url=BASE)
    ask = [{"role": "user", "content": WEATHER}]
    tools = [{"name": "weather", "description": "The weather", "input_schema": SCHEMA}]
    first = client.messages.create(model=USES, max_tokens=100, messages=ask, tools=tools)
    call = next(block for block in first.content if block.type == "tool_use")
    result = {"type": "tool_result", "tool_use_id": call.id, "content": "rain"}
    ask += [{"role": "assistant", "content": first.content}, {"role": "user", "content": [result]}]
    second = client.messages.create(model=USES, max_tokens=100, messages=ask, tools=tools)
    check("anthropic messages", second.content[0].text, "rain")
    with client.messages.stream(
        model=THINKS,
        max_tokens=2000,
        thinking={"type": "enabled", "budget_tokens": 1024},
        messages=[{"role": "user", "content": "Hello?"}],
    ) as stream:
        kinds = [block.type for block in stream.get_final_message().content]
    check("anthropic stream", kinds, ["thinking", "text"])
    counted = client.messages.count_tokens(model=SAYS, messages=[{"role": "user", "content": "Hi"}])
    check("anthropic count_tokens", counted.input_tokens > 0, True)
    try:
        client.messages.create(model="fake/nobody", max_tokens=1, messages=ask)
    except anthropic.NotFoundError as error:
        check("anthropic error", error.body["error"]["type"], "not_found_error")


def langchain():
    from langchain_core.tools import tool
    from langchain_openai import ChatOpenAI, OpenAIEmbeddings

    @tool
    def weather(city: str) -> str:
        """The weather."""
        return f"rain in {city}"

    model = ChatOpenAI(model=USES).bind_tools([weather])
    asked = model.invoke(WEATHER)
    results = [weather.invoke(call) for call in asked.tool_calls]
    check("langchain tools", model.invoke([("user", WEATHER), asked, *results]).content, "rain in Oslo")
    # Cutting texts into tokens would download a vocabulary; tokens are tried with OpenAI's own client.
    embedder = OpenAIEmbeddings(model="fake/text-embedding-1", check_embedding_ctx_length=False)
    check("langchain embeddings", len(embedder.embed_documents(["Hello world"])), 1)


def llama_index():
    from llama_index.core.llms import ChatMessage
    from llama_index.core.tools import FunctionTool
    from llama_index.embeddings.openai_like import OpenAILikeEmbedding
    from llama_index.llms.openai_like import OpenAILike

    def weather(city: str) -> str:
        """The weather."""
        return f"rain in {city}"

    place = {"api_base": BASE + "/v1", "api_key": KEY}
    model = OpenAILike(model=SAYS, is_chat_model=True, **place)
    ask = [ChatMessage(role="system", content="Be brief."), ChatMessage(role="user", content="Hello?")]
    check("llama-index chat", model.chat(ask).message.content, "Hi there")
    said = "".join(piece.delta or "" for piece in model.stream_chat(ask))
    check("llama-index chat stream", said, "Hi there")
    check("llama-index completions", OpenAILike(model=SAYS, **place).complete("a").text, "Hi there")
    uses = OpenAILike(model=USES, is_chat_model=True, is_function_calling_model=True, **place)
    tool = FunctionTool.from_defaults(weather)
    check("llama-index tools", str(uses.predict_and_call([tool], user_msg=WEATHER)), "rain in Oslo")
    embedder = OpenAILikeEmbedding(model_name="fake/text-embedding-1", **place)
    check("llama-index embeddings", len(embedder.get_text_embedding_batch(["a", "b"])), 2)


def openai_agents():
    from agents import Agent, Runner, function_tool

    @function_tool
    def weather(city: str) -> str:
        """The weather."""
        return f"rain in {city}"

    agent = Agent(name="a", model=_agents_model(), tools=[weather])
    done = asyncio.run(Runner.run(agent, WEATHER))
    check("openai-agents", done.final_output, "rain in Oslo")


def _agents_model():
    from agents import OpenAIResponsesModel
    from openai import AsyncOpenAI

    # By object: its own names of models have prefixes for providers.
    return OpenAIResponsesModel(model=USES, openai_client=AsyncOpenAI())


def ollama_python():
    import ollama

    client = ollama.Client(host=BASE, headers={"Authorization": f"Bearer {KEY}"})
    check("ollama list", any(model.model == SAYS for model in client.list().models), True)
    check("ollama show", "completion" in client.show(SAYS).capabilities, True)
    ask = [{"role": "user", "content": "Hello?"}]
    check("ollama chat", client.chat(model=SAYS, messages=ask).message.content, "Hi there")
    said = "".join(part.message.content for part in client.chat(model=SAYS, messages=ask, stream=True))
    check("ollama chat stream", said, "Hi there")
    check("ollama generate", client.generate(model=SAYS, prompt="Hello?").response, "Hi there")


for name in sys.argv[3:]:
    globals()[name]()
