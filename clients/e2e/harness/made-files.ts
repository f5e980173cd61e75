import { Buffer } from "node:buffer";

/** Creates a PDF page with lines at the given positions from the bottom left. */
export function setPdf(lines: readonly (readonly [x: number, y: number, text: string])[]): Buffer {
  const shown = lines
    .map(([x, y, text]) => `BT /F1 11 Tf ${x} ${y} Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET`)
    .join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [4 0 R] >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
    `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const starts = objects.map((object, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/** Returns a feed with one entry, of 1 May 2026. */
export const feed = (name: string, title: string): string =>
  `<rss version="2.0"><channel><title>${name}</title><item><title>${title}</title>` +
  `<link>https://news.example.org/${title.length}</link><pubDate>Fri, 01 May 2026 10:00:00 GMT</pubDate></item></channel></rss>`;

/** Image of one pixel. */
export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** Returns a workbook with one sheet of texts. */
export function workbook(sheet: string, rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string, at: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (cells: readonly string[], index: number) =>
    `<row r="${index + 1}">${cells.map((text, column) => cell(text, `${"ABCDEFGH"[column]}${index + 1}`)).join("")}</row>`;
  return packed({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(row).join("")}</sheetData></worksheet>`,
  });
}

/** Returns an uncompressed ZIP of files. */
export function packed(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text as string);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(checksum(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, Buffer.from(name), content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, place, Buffer.from(name)]),
    );
    bodies.push(body);
    at += body.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, list, Buffer.from("PK\x05\x06", "latin1"), end]);
}

/** Computes CRC-32 for ZIP files. */
function checksum(content: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of content) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
