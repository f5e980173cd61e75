/**
 * A queue: what is asked of it is done one after the other, in the order in which it was asked. What fails is told to who
 * asked for it, and holds up nobody behind.
 */
export function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
