import clsx from "clsx";
import type { ReactNode } from "react";
import { hashOf, tintOf } from "./tint";

const SIZES = { sm: "size-5 rounded-sm", md: "size-7 rounded-sm", lg: "size-10 rounded-md" };

/** Eight glyphs, which together with the colors give each model and bot its own icon. */
const GLYPHS: ReactNode[] = [
  <path key="arcs" d="M5 15a7 7 0 0 1 14 0M9 15a3 3 0 0 1 6 0" />,
  <path key="petals" d="M12 5v14M5 12h14M7.05 7.05l9.9 9.9M16.95 7.05l-9.9 9.9" />,
  <path key="wave" d="M4 14c2.7-6 5.3-6 8-2s5.3 4 8-2" />,
  <path key="rings" d="M9.5 12a4 4 0 1 1 8 0 4 4 0 0 1-8 0ZM6.5 12a4 4 0 1 1 8 0 4 4 0 0 1-8 0Z" />,
  <path key="prism" d="m12 5 7 12H5l7-12Zm0 0v12" />,
  <path key="steps" d="M5 17h4v-4h4V9h4V5h2" />,
  <path
    key="orbit"
    d="M12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM4.5 12c0-2 3.4-3.6 7.500-3.600s7.500 1.600 7.500 3.600-3.400 3.600-7.500 3.600S4.500 14 4.500 12Z"
  />,
  <path key="weave" d="M7 5c0 7 10 7 10 14M17 5c0 7-10 7-10 14" />,
];

/** Icon of a model or bot derived from its id. */
export function ModelGlyph({ id, size = "md" }: { id: string; size?: keyof typeof SIZES }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("inline-flex flex-none items-center justify-center", SIZES[size])}
      style={tintOf(id)}
    >
      <svg
        viewBox="0 0 24 24"
        className="size-[68%]"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {GLYPHS[(hashOf(id) >>> 8) % GLYPHS.length]}
      </svg>
    </span>
  );
}
