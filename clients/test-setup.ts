import { cleanup, configure } from "@testing-library/react";
import { afterAll, beforeAll, vi } from "vitest";

// What is waited for is seldom late, but several files share a core.
configure({ asyncUtilTimeout: 5_000 });

// Files of one worker share a document and their modules: each starts with an empty page and ends what it replaced.
beforeAll(() => {
  if (typeof document === "undefined") return;
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
});

afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
