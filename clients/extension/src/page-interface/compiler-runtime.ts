import { useState } from "react";

const EMPTY = Symbol.for("react.memo_cache_sentinel");

/**
 * Replacement for the React compiler's memo cache on Preact: an array of `size` slots that lives as long as
 * its component.
 */
export const c = (size: number): unknown[] => useState(() => new Array<unknown>(size).fill(EMPTY))[0];
