/** Downloads a file through the browser. */
export function saveFile(name: string, content: Blob): Promise<void> {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download starts in a later task; the address must stay valid until then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return Promise.resolve();
}
