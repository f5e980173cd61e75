/**
 * Shows images of the server. Their addresses begin with `/api/`, which here is the extension itself, so they
 * are loaded through the background.
 */
export function showServerImages(page: Document): void {
  page.addEventListener(
    "error",
    (event) => {
      const image = event.target;
      if (!(image instanceof HTMLImageElement)) return;
      const { origin, pathname, search } = new URL(image.src, location.href);
      if (origin !== location.origin || !pathname.startsWith("/api/")) return;
      event.stopImmediatePropagation();
      void load(image, pathname + search);
    },
    { capture: true },
  );
}

async function load(image: HTMLImageElement, path: string): Promise<void> {
  const response = await fetch(path).catch(() => null);
  if (!response?.ok || !image.isConnected) return;
  const address = URL.createObjectURL(await response.blob());
  image.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
  image.src = address;
}
