import { useId } from "react";
import { cornersOfShape } from "../editor/draw/shapes";
import { fontOf, layOutText, measureIn } from "../editor/draw/text-lines";
import type { EditorDocument, Layer, ShapeLayer, TextLayer } from "../editor/model/document";

/** Small drawing of a design. */
export function DesignPreview({ document: { frame, layers } }: { document: EditorDocument }) {
  const id = useId();
  const size = { width: frame.width, height: frame.height };
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${frame.width} ${frame.height}`} className="block size-full">
      <clipPath id={id}>
        <rect {...size} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        {layers.map((layer) => (
          <g key={layer.id} transform={`matrix(${layer.matrix.join(" ")})`}>
            <Drawn layer={layer} />
          </g>
        ))}
      </g>
      <rect {...size} fill="none" stroke="var(--line)" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Drawn({ layer }: { layer: Layer }) {
  if (layer.kind === "shape") return <DrawnShape layer={layer} />;
  return layer.kind === "text" ? <DrawnText layer={layer} /> : null;
}

function DrawnShape({ layer }: { layer: ShapeLayer }) {
  const { shape, width, height, fill, stroke, strokeWidth } = layer;
  const paint = { fill: fill ?? "none", stroke: stroke ?? "none", strokeWidth };
  if (shape === "ellipse")
    return <ellipse cx={width / 2} cy={height / 2} rx={width / 2} ry={height / 2} {...paint} />;
  return (
    <polygon
      points={cornersOfShape(shape, layer)
        .map(({ x, y }) => `${x},${y}`)
        .join(" ")}
      {...paint}
    />
  );
}

function DrawnText({ layer }: { layer: TextLayer }) {
  const { lines } = layOutText(layer, measureIn(layer));
  return lines.map(({ text, direction, textAlign, x, y }) => (
    <text
      key={`${y} ${text}`}
      x={x}
      y={y}
      direction={direction}
      // The start of a text from right to left is at the right.
      textAnchor={
        textAlign === "center" ? "middle" : (textAlign === "left") === (direction === "ltr") ? "start" : "end"
      }
      fill={layer.color}
      style={{ font: fontOf(layer) }}
    >
      {text}
    </text>
  ));
}
