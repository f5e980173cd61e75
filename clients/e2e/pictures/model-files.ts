import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { modelFile } from "../harness/model-file.ts";
import { repository } from "../harness/program.ts";

/** Fake of the program that serves model files. */
export const PROGRAM = join(repository, "server/platform/testing/programs/fake_llama_server.py");

/** Prepares local model files: a loaded one, an unloaded one, a broken one. */
export async function setModelFiles(page: Page): Promise<void> {
  await call(page, "POST", "/api/models/connections", { name: "Studio", protocol: "local_files" });
  const send = async (name: string, label: string) => {
    const bytes = modelFile(label);
    const origin = new URL(page.url()).origin;
    const address = `${origin}/api/models/files/${name}?offset=0&size_bytes=${bytes.length}&modified_at=1750000000000`;
    const headers = { origin, "content-type": "application/octet-stream" };
    const sent = await page.context().request.fetch(address, { method: "PUT", headers, data: bytes });
    expect(sent.ok(), await sent.text()).toBe(true);
  };
  await send("tiny-t3.gguf", "Tiny Llama");
  await send("a-model-with-a-rather-long-name-instruct-Q4_K_M.gguf", "Long Llama");
  await send("odd-bad.gguf", "Odd");
  await call(page, "POST", "/api/models/files/tiny-t3.gguf/load");
  const origin = new URL(page.url()).origin;
  await page.context().request.post(`${origin}/api/models/files/odd-bad.gguf/load`, { headers: { origin } });
}
