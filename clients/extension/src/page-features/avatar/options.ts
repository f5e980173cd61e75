/** A person's position of the floating avatar. */
export interface AvatarOptions {
  /** Side of the page. */
  side: "start" | "end";
  /** Vertical position as a fraction of the window's height. */
  height: number;
}

export function readAvatarOptions(options: unknown): AvatarOptions {
  const { side, height } = (options ?? {}) as Partial<AvatarOptions>;
  const isHeight = typeof height === "number" && height >= 0 && height <= 1;
  return { side: side === "start" ? "start" : "end", height: isHeight ? height : 0.72 };
}
