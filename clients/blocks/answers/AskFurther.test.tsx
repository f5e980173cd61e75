import { openToasts, type ToastContent } from "@ensemble/ui/toasts/toast";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { keepShared, type SharedThings } from "../sharing/shared-things";
import { renderIn } from "../testing";
import { AskFurther } from "./AskFurther";

vi.mock("../sharing/shared-things", () => ({ keepShared: vi.fn(async () => undefined) }));

afterEach(() => {
  cleanup();
  vi.mocked(keepShared).mockClear();
});

async function ask(given: () => Promise<Partial<SharedThings>>) {
  const { navigate } = await renderIn(<AskFurther label="Ask about it" failed="No chat" given={given} />, {
    areas: [],
  });
  await userEvent.click(screen.getByRole("button", { name: "Ask about it" }));
  return navigate;
}

test("a new chat is opened that has what is given, once that is there", async () => {
  const things = [{ of: "search" as const, thing_id: "s1", title: "Tides" }];
  const navigate = await ask(async () => ({ things }));
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledOnce());
  const [id, shared] = vi.mocked(keepShared).mock.calls[0] ?? [];
  expect(shared).toEqual({ title: "", text: "", url: "", files: [], things });
  expect(navigate.mock.calls[0]?.[0]).toBe(`/home/chat?shared=${id}`);
});

test("it is said where it cannot be given, and can be asked again", async () => {
  const said: ToastContent[] = [];
  const close = openToasts({ add: (_, content) => void said.push(content), close: () => {} });
  const navigate = await ask(() => Promise.reject(new Error("lost")));
  await vi.waitFor(() => expect(said.map(({ title }) => title)).toEqual(["No chat"]));
  expect(navigate).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Ask about it" }).getAttribute("aria-busy")).not.toBe("true");
  close();
});
