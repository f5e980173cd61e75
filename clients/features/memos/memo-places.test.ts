import { expect, test } from "vitest";
import { inWindow } from "./memo-places";

test("other memos stay in the window that shows memos alone, and nothing else does", () => {
  const id = "019aa000-0000-7000-8000-00000000a001";
  expect(inWindow(`/home/memo/${id}`)).toBe(`/webapp/memo/detail/webview?memo_id=${id}`);
  expect(inWindow(`/home/memo/${id}?q=High%20water#x`)).toBe(
    `/webapp/memo/detail/webview?memo_id=${id}&q=High%20water`,
  );
  for (const path of ["/home/memo", "/home/chat/chat/1", `/home/memo/${id}/x`])
    expect(inWindow(path)).toBe(path);
});
