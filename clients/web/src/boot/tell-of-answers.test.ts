import { expect, test, vi } from "vitest";
import { teller } from "./tell-of-answers";

const looking = (seen: boolean, wanted = true) => {
  const counts: number[] = [];
  const tell = vi.fn(() => Promise.resolve());
  const look = teller({
    isSeen: () => seen,
    isWanted: () => wanted,
    unread: () => Promise.resolve(counts.shift() ?? 0),
    tell,
  });
  return {
    tell,
    async through(...all: number[]) {
      for (const count of all) {
        counts.push(count);
        await look();
      }
    },
  };
};

test("an answer that came unseen is told once", async () => {
  const { tell, through } = looking(false);
  await through(2, 3, 3);
  expect(tell).toHaveBeenCalledTimes(1);
});

test("what was unread before, or was read, is not told", async () => {
  const { tell, through } = looking(false);
  await through(5, 4, 0);
  expect(tell).not.toHaveBeenCalled();
});

test("nothing is told to who looks, or does not want it", async () => {
  const seen = looking(true);
  await seen.through(0, 1);
  expect(seen.tell).not.toHaveBeenCalled();
  const unwanted = looking(false, false);
  await unwanted.through(0, 1);
  expect(unwanted.tell).not.toHaveBeenCalled();
});
