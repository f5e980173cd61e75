"""What a program does with OpenAI's own Python client against this server. Prints what came of it as JSON.

usage: openai_client.py MODEL MODEL_WITH_TOOLS EMBEDDING_MODEL, with OPENAI_BASE_URL and OPENAI_API_KEY
"""

import json
import sys

import openai

quick, tooled, embedding = sys.argv[1:]
client = openai.OpenAI(max_retries=0)
hello = [{"role": "user", "content": "Hello"}]
found = {}


def beginning(text):
    return " ".join(text.split()[:3])


found["listed"] = quick in [model.id for model in client.models.list()]

whole = client.chat.completions.create(model=quick, messages=hello)
found["whole"] = beginning(whole.choices[0].message.content)

chunks = client.chat.completions.create(model=quick, messages=hello, stream=True)
found["streamed"] = beginning("".join(chunk.choices[0].delta.content or "" for chunk in chunks))

question = {"role": "user", "content": 'weather {"city": "Köln"}'}
tools = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}]
asked = client.chat.completions.create(model=tooled, messages=[question], tools=tools)
message = asked.choices[0].message
call = message.tool_calls[0]
found["tool"] = [call.function.name, json.loads(call.function.arguments)]

result = {"role": "tool", "tool_call_id": call.id, "content": "12 degrees"}
conversation = [question, message.model_dump(exclude_none=True), result]
answered = client.chat.completions.create(model=tooled, messages=conversation, tools=tools)
found["answered"] = answered.choices[0].message.content

found["responded"] = beginning(client.responses.create(model=quick, input="Hello").output_text)
with client.responses.stream(model=quick, input="Hello") as stream:
    kinds = [event.type for event in stream]
    found["response_events"] = kinds[0] == "response.created" and kinds[-1] == "response.completed"

made = client.embeddings.create(model=embedding, input=["abba"])
found["embedded"] = made.data[0].embedding[:3]

try:
    openai.OpenAI(api_key="ens_nobody", max_retries=0).models.list()
except openai.OpenAIError as error:
    found["stranger"] = type(error).__name__

print(json.dumps(found))
