let lastTime = 0;
let counter = 0;

/**
 * Creates a UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps ids of one millisecond in
 * order, and 62 random bits.
 */
export function uuidV7(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    counter = Math.floor(Math.random() * 0x800);
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastTime += 1;
      counter = 0;
    }
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(lastTime / 2 ** 32));
  view.setUint32(2, lastTime % 2 ** 32);
  view.setUint16(6, 0x7000 | counter);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
