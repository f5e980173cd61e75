import "../checkered.css";
import { useText } from "@ensemble/i18n/text";
import { useState } from "react";

/** Two pictures one over the other; a slider shows more of the one or the other. */
export function CompareSlider({
  before,
  after,
  width,
  height,
  maxHeight = "70dvh",
  alt,
}: {
  /** Addresses of the pictures. */
  before: string;
  after: string;
  /** Size of the later one, which keeps its place while it loads. */
  width: number;
  height: number;
  maxHeight?: string;
  alt: string;
}) {
  const text = useText("images");
  const [share, setShare] = useState(50);
  const picture = "absolute inset-0 size-full object-contain";
  return (
    <figure
      dir="ltr"
      className="checkered group relative mx-auto w-full overflow-hidden rounded-md"
      style={{
        aspectRatio: `${width} / ${height}`,
        maxHeight,
        maxWidth: `calc(${maxHeight} * ${width} / ${height})`,
      }}
    >
      <img src={after} alt={alt} className={picture} style={{ clipPath: `inset(0 0 0 ${share}%)` }} />
      <img src={before} alt="" className={picture} style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }} />
      <span
        aria-hidden="true"
        className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.4)]"
        style={{ left: `${share}%` }}
      />
      <span aria-hidden="true" className={`${tag} left-2`}>
        {text("before")}
      </span>
      <span aria-hidden="true" className={`${tag} right-2`}>
        {text("after")}
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={text("compare")}
        aria-valuetext={text("percent_before", { number: share })}
        onChange={(event) => setShare(Number(event.target.value))}
        className="absolute inset-0 size-full cursor-ew-resize touch-pan-y appearance-none bg-transparent opacity-0"
      />
      <span className="pointer-events-none absolute inset-0 rounded-md group-has-focus-visible:outline-2 group-has-focus-visible:outline-accent group-has-focus-visible:-outline-offset-2" />
    </figure>
  );
}

const tag =
  "pointer-events-none absolute top-2 rounded-full bg-[rgb(0_0_0/0.65)] px-2 py-0.5 text-white text-xs";
