"""Writes a model that says what it is told to, piece by piece, in a real llama-server.

usage: scripted_gguf.py VOCABULARY.gguf OUT.gguf PIECE...

A model of one layer that attends to nothing: the embedding of each scripted token points at the next one.
The pieces take the places of reserved tokens of the vocabulary, so that the server prints them whole and
its own parsers make reasoning, tool calls and text of them. For tests only.
"""

import sys

import gguf
import numpy as np

WIDTH = 64
CONTEXT = 4096
FEED_FORWARD = 32
# llama-bpe keeps 128011..128255 for later; 128009 ends a turn.
FIRST_RESERVED = 128011
END_OF_TURN = 128009
PRINTED_AS_TEXT = 4


def main(vocabulary, out, pieces):
    reader = gguf.GGUFReader(vocabulary)
    writer = gguf.GGUFWriter(out, "llama")
    size = copy_vocabulary(reader, writer, pieces)
    describe(writer, size)
    script(writer, size, len(pieces))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def copy_vocabulary(reader, writer, pieces):
    assert len(pieces) < WIDTH and len(set(pieces)) == len(pieces), "pieces are few and differ"
    size = 0
    for field in reader.fields.values():
        if not field.name.startswith("tokenizer."):
            continue
        value = field.contents()
        if field.name == "tokenizer.ggml.tokens":
            value, size = list(value), len(value)
            assert not set(pieces) & set(value), "a piece must not be a token already"
            value[FIRST_RESERVED : FIRST_RESERVED + len(pieces)] = pieces
        if field.name == "tokenizer.ggml.token_type":
            value = list(value)
            value[FIRST_RESERVED : FIRST_RESERVED + len(pieces)] = [PRINTED_AS_TEXT] * len(pieces)
        if field.types[0] == gguf.GGUFValueType.ARRAY:
            writer.add_array(field.name, value)
        else:
            writer.add_key_value(field.name, value, field.types[0])
    return size


def describe(writer, size):
    writer.add_name("scripted")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_head_count(4)
    writer.add_head_count_kv(4)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // 4)
    writer.add_vocab_size(size)
    writer.add_file_type(1)


def script(writer, size, pieces):
    embedding = np.zeros((size, WIDTH), np.float16)
    output = np.zeros((size, WIDTH), np.float16)
    said = [FIRST_RESERVED + at for at in range(pieces)] + [END_OF_TURN]
    # Whatever came before, the first piece follows.
    embedding[:, 0] = 1
    output[said[0], 0] = 4
    for at in range(pieces):
        embedding[said[at], :] = 0
        embedding[said[at], at + 1] = 1
        output[said[at + 1], at + 1] = 4
    writer.add_tensor("token_embd.weight", embedding)
    writer.add_tensor("output.weight", output)
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, np.float32))
    shapes = {name: (WIDTH, WIDTH) for name in ("attn_q", "attn_k", "attn_v", "attn_output")}
    shapes |= {name: (FEED_FORWARD, WIDTH) for name in ("ffn_gate", "ffn_up")}
    shapes["ffn_down"] = (WIDTH, FEED_FORWARD)
    for name, shape in shapes.items():
        writer.add_tensor(f"blk.0.{name}.weight", np.zeros(shape, np.float16))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], [piece.encode().decode("unicode_escape") for piece in sys.argv[3:]])
