/**
 * Run by `drop_target.rs` in the page of a server that files are dragged over: it gets the events of a drag with files in it,
 * at the place of the pointer.
 */
async ({ origin, kind, x, y, drop }) => {
  if (location.origin !== origin) return;
  const { invoke } = window.ensembleDesktop;

  const read = async ({ name, media_type }, file) => {
    const parts = [];
    for (;;) {
      const text = atob(await invoke("read_dropped", { drop: drop.id, file }));
      if (text === "") return new File(parts, name, { type: media_type });
      parts.push(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
    }
  };

  const dataTransfer = new DataTransfer();
  // Until it is dropped, it is known that there are files, and not which.
  if (!drop) dataTransfer.items.add(new File([], ""));
  for (const [index, file] of (drop?.files ?? []).entries()) dataTransfer.items.add(await read(file, index));
  const event = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer };
  (document.elementFromPoint(x, y) ?? document.body).dispatchEvent(new DragEvent(kind, event));
};
