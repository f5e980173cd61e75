import { expect, it } from "vitest";
import { serialQueue } from "./serial-queue";

it("does one thing after the other, in the order in which they were asked for", async () => {
  const turn = serialQueue();
  const said: string[] = [];
  const first = Promise.withResolvers<void>();
  const done = Promise.all([
    turn(async () => {
      said.push("first begins");
      await first.promise;
      said.push("first ends");
    }),
    turn(async () => void said.push("second")),
    turn(async () => void said.push("third")),
  ]);
  await Promise.resolve();
  expect(said).toEqual(["first begins"]);
  first.resolve();
  await done;
  expect(said).toEqual(["first begins", "first ends", "second", "third"]);
});

it("gives what each gave", async () => {
  const turn = serialQueue();
  expect(await Promise.all([turn(async () => 1), turn(async () => "two")])).toEqual([1, "two"]);
});

it("tells who asked that theirs failed, and does the next", async () => {
  const turn = serialQueue();
  const failed = turn(() => Promise.reject(new Error("the storage is full")));
  const next = turn(async () => "done");
  await expect(failed).rejects.toThrow("the storage is full");
  expect(await next).toBe("done");
});

it("knows nothing of another queue", async () => {
  const stuck = serialQueue()(() => new Promise<never>(() => undefined));
  expect(await Promise.race([stuck, serialQueue()(async () => "done")])).toBe("done");
});
