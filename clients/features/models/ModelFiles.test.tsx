import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { ModelFile, ModelFileList } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ModelFiles } from "./ModelFiles";

afterEach(cleanup);

const file = (change: Partial<ModelFile> = {}): ModelFile => ({
  name: "tiny.gguf",
  size_bytes: 4_000_000_000,
  needed_bytes: 5_000_000_000,
  state: "unloaded",
  problem: null,
  model: {
    name: "Tiny",
    architecture: "llama",
    size_label: "7B",
    quantisation: "Q4_K_M",
    context_tokens: 8192,
    longest_context_tokens: 131072,
    has_template: true,
    tools: true,
    reasoning: false,
  },
  ...change,
});

const list = (change: Partial<ModelFileList> = {}): ModelFileList => ({
  folder: "/srv/models",
  program: "/usr/bin/llama-server",
  free_bytes: 8_000_000_000,
  piece_bytes: 4,
  items: [file()],
  unfinished: [],
  ...change,
});

const show = async (files: ModelFileList, answers: Record<string, unknown> = {}) => {
  const seen = serve({ "GET /api/models/files": files, ...answers });
  await renderIn(<ModelFiles />, { areas: ["models"] });
  await screen.findByRole("heading", { name: "Model files" });
  return { seen, user: userEvent.setup() };
};

describe("ModelFiles", () => {
  test("says what a file is and loads it", async () => {
    const { seen, user } = await show(list(), { "POST /api/models/files/tiny.gguf/load": null });
    expect(screen.getByText(/llama · 7B · Q4_K_M · 8,192-token context/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Load tiny.gguf" }));
    expect(seen.some(({ method, path }) => method === "POST" && path.endsWith("/load"))).toBe(true);
  });

  test("offers nothing that the missing program would have to do", async () => {
    await show(list({ program: null }));
    expect(screen.getByText("llama-server isn't installed on this computer")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Load tiny.gguf" })).toBeNull();
  });

  test("says before it is loaded that a model is too large", async () => {
    await show(list({ free_bytes: 1_000_000_000 }));
    expect(screen.getByText(/^Needs about .+ of memory; .+ available\.$/)).toBeTruthy();
  });

  test("shows why a model failed in the words of its program", async () => {
    const problem = {
      status: 502,
      code: "model_files.did_not_start",
      params: { message: "unknown architecture: 'odd'" },
      message: "",
    };
    await show(list({ items: [file({ state: "failed", problem })] }));
    const alert = screen.getByRole("alert");
    expect(within(alert).getByText("Couldn't load the model.")).toBeTruthy();
    expect(within(alert).getByText("unknown architecture: 'odd'")).toBeTruthy();
  });

  test("sends a file in pieces from where the server says that it is", async () => {
    const offsets: string[] = [];
    const { user } = await show(list({ items: [] }), {
      "PUT /api/models/files/new.gguf": (_body: unknown, query: URLSearchParams) => {
        const offset = query.get("offset") ?? "";
        offsets.push(offset);
        return offset === "0"
          ? new TestRefusal(409, "model_files.wrong_offset", "", { offset: "4" })
          : { received_bytes: 0, complete: false };
      },
    });
    const input = document.querySelector("input[type=file]") as HTMLInputElement;
    await user.upload(input, new File(["1234567890"], "new.gguf"));
    await vi.waitFor(() => expect(offsets).toEqual(["0", "4", "8"]));
  });

  test("shows what is there of a file whose upload broke off", async () => {
    const unfinished = [{ name: "half.gguf", size_bytes: 2_000_000, received_bytes: 1_000_000 }];
    const { seen, user } = await show(list({ items: [], unfinished }), {
      "DELETE /api/models/files/half.gguf": null,
    });
    expect(screen.getByText(/Add the same file again to resume\.$/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(seen.some(({ method, path }) => method === "DELETE" && path.endsWith("/half.gguf"))).toBe(true);
  });
});
