interface Edit {
  search: string;
  replacement: string;
}

/**
 * Returns `content` with the edits of a model applied; null if there is none, or if a searched text is not in it. Edits that
 * are not complete yet are left out.
 *
 * The Rust twin is `server/features/artifacts/src/edit.rs`; both read `contract/fixtures/artifacts/edits.json`.
 */
export function applyEdits(content: string, edits: string): string | null {
  const parsed = parse(edits);
  if (parsed.length === 0) return null;
  return parsed.reduce<string | null>((now, edit) => (now === null ? null : applyEdit(now, edit)), content);
}

function parse(text: string): Edit[] {
  const edits: Edit[] = [];
  let search: string[] | null = null;
  let replacement: string[] | null = null;
  for (const line of text.split("\n")) {
    const mark = line.trimEnd();
    if (mark.startsWith("<<<<<<<")) [search, replacement] = [[], null];
    else if (mark === "=======" && search && !replacement) replacement = [];
    else if (mark.startsWith(">>>>>>>")) {
      if (search && replacement)
        edits.push({ search: search.join("\n"), replacement: replacement.join("\n") });
      [search, replacement] = [null, null];
    } else (replacement ?? search)?.push(line);
  }
  return edits;
}

function applyEdit(content: string, { search, replacement }: Edit): string | null {
  if (search.trim() === "")
    return content + (content === "" || content.endsWith("\n") ? "" : "\n") + replacement;
  const at = content.indexOf(search);
  if (at >= 0) return content.slice(0, at) + replacement + content.slice(at + search.length);
  return applyByLines(content, search, replacement);
}

/** Finds the text where only spaces at the beginnings and ends of lines differ. */
function applyByLines(content: string, search: string, replacement: string): string | null {
  const lines = content.split("\n");
  const wanted = search.split("\n").map((line) => line.trim());
  for (let at = 0; at + wanted.length <= lines.length; at += 1)
    if (wanted.every((line, index) => lines[at + index]?.trim() === line))
      return [...lines.slice(0, at), replacement, ...lines.slice(at + wanted.length)].join("\n");
  return null;
}
