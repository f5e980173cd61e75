import { useState } from "react";

const EMPTY = Symbol.for("react.memo_cache_sentinel");

/** What React's compiler asks for, on Preact: a list of `size` places that lasts as long as its component. */
export const c = (size: number): unknown[] => useState(() => new Array<unknown>(size).fill(EMPTY))[0];
