import { crc32, deflateSync } from "node:zlib";

/** Logo: a background, and arcs with round ends. Parsed from icon.svg, the only source of all icons. */
export interface Mark {
  size: number;
  ground: { radius: number; colour: Colour };
  line: { width: number; colour: Colour };
  /** Upper half circles. */
  arcs: { x: number; y: number; radius: number }[];
}

type Colour = readonly [red: number, green: number, blue: number];

/** Placement of the logo on its background. */
export interface Look {
  pixels: number;
  /**
   * `round`: rounded background; `full`: to the edge, for systems that crop icons themselves; `none`: only
   * the lines, in white.
   */
  ground: "round" | "full" | "none";
  /** Size of the logo on the background, 1 as drawn. A maskable icon keeps it within the middle 80 %. */
  scale: number;
}

/** Parses exactly the shapes that the logo uses; anything else fails the build. */
export function readMark(svg: string): Mark {
  const one = (pattern: RegExp): string => {
    const found = pattern.exec(svg)?.[1];
    if (found === undefined) throw new Error(`icon.svg: ${pattern} is not there`);
    return found;
  };
  const arcs = [...svg.matchAll(/<path d="M([\d.]+) ([\d.]+)a([\d.]+) ([\d.]+) 0 0 1 ([\d.]+) 0"\/>/g)].map(
    ([, x, y, radius]) => ({ x: Number(x) + Number(radius), y: Number(y), radius: Number(radius) }),
  );
  if (arcs.length !== svg.split("<path").length - 1) throw new Error("icon.svg: a path is no half circle");
  return {
    size: Number(one(/viewBox="0 0 (\d+) \d+"/)),
    ground: {
      radius: Number(one(/<rect [^>]*rx="([\d.]+)"/)),
      colour: colour(one(/<rect [^>]*fill="([^"]+)"/)),
    },
    line: { width: Number(one(/stroke-width="([\d.]+)"/)), colour: colour(one(/stroke="([^"]+)"/)) },
    arcs,
  };
}

function colour(text: string): Colour {
  const digits =
    text.slice(1).length === 3
      ? [...text.slice(1)].map((digit) => digit + digit)
      : text.slice(1).match(/../g);
  const [red, green, blue] = (digits ?? []).map((pair) => Number.parseInt(pair, 16));
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`icon.svg: ${text} is no colour`);
  return [red, green, blue];
}

/** Renders the logo as a PNG. */
export function drawIcon(mark: Mark, { pixels, ground, scale }: Look): Buffer {
  const unit = mark.size / pixels;
  const middle = mark.size / 2;
  const rows = Buffer.alloc(pixels * (pixels * 4 + 1));
  for (let row = 0; row < pixels; row += 1) {
    for (let column = 0; column < pixels; column += 1) {
      const x = (column + 0.5) * unit;
      const y = (row + 0.5) * unit;
      const inside = { x: middle + (x - middle) / scale, y: middle + (y - middle) / scale };
      const onLine = cover((distanceToLine(mark, inside) * scale) / unit);
      const onGround =
        ground === "full" ? 1 : ground === "none" ? 0 : cover(distanceToGround(mark, { x, y }) / unit);
      const at = row * (pixels * 4 + 1) + 1 + column * 4;
      const alpha = Math.max(onGround, onLine);
      mark.line.colour.forEach((value, index) => {
        const below = mark.ground.colour[index] ?? 0;
        rows[at + index] = ground === "none" ? value : Math.round(value * onLine + below * (1 - onLine));
      });
      rows[at + 3] = Math.round(alpha * 255);
    }
  }
  return png(pixels, rows);
}

/** Returns the coverage of a pixel by the distance of its center from the edge in pixels. */
const cover = (distance: number) => Math.min(1, Math.max(0, 0.5 - distance));

interface Point {
  x: number;
  y: number;
}

function distanceToGround({ size, ground }: Mark, { x, y }: Point): number {
  const half = size / 2;
  const dx = Math.abs(x - half) - (half - ground.radius);
  const dy = Math.abs(y - half) - (half - ground.radius);
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - ground.radius;
}

function distanceToLine({ arcs, line }: Mark, point: Point): number {
  const distances = arcs.map(({ x, y, radius }) =>
    point.y <= y
      ? Math.abs(Math.hypot(point.x - x, point.y - y) - radius)
      : Math.min(
          Math.hypot(point.x - x + radius, point.y - y),
          Math.hypot(point.x - x - radius, point.y - y),
        ),
  );
  return Math.min(...distances) - line.width / 2;
}

function png(pixels: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  // 8 bits, with transparency.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
