/** Returns the header of a small model file (GGUF), which no program could run. */
export function modelFile(name: string): Buffer {
  const facts: [string, string | number][] = [
    ["general.architecture", "llama"],
    ["general.name", name],
    ["llama.context_length", 4096],
    ["tokenizer.chat_template", "{{ messages }}"],
  ];
  const header = Buffer.concat([
    Buffer.from("GGUF"),
    u32(3),
    u64(1),
    u64(facts.length),
    ...facts.map(([key, value]) =>
      typeof value === "string"
        ? Buffer.concat([textOf(key), u32(8), textOf(value)])
        : Buffer.concat([textOf(key), u32(4), u32(value)]),
    ),
    textOf("output.weight"),
    u32(1),
    u64(16),
    u32(0),
    u64(0),
  ]);
  const padding = (32 - (header.length % 32)) % 32;
  return Buffer.concat([header, Buffer.alloc(padding + 16 * 4)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

const textOf = (text: string): Buffer => Buffer.concat([u64(Buffer.byteLength(text)), Buffer.from(text)]);
