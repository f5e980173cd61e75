import { useEffect, useState } from "react";

/** Debounces a value, so that requests need not follow each keystroke. */
export function useDebounced<Value>(value: Value, ms = 250): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
