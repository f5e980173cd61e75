import { expect, test } from "vitest";
import { columnName, csvRows, isIn, namedCells, sheetRows } from "./sheet-cells";

test("a sheet has numbered rows, and one that was read earlier has cells alone", () => {
  expect(sheetRows("1\tMonth\tRent\n12\tMay\t\t900")).toEqual([
    { number: 1, cells: ["Month", "Rent"] },
    { number: 12, cells: ["May", "", "900"] },
  ]);
  expect(sheetRows("Month\tRent\nMay\t900")[1]).toEqual({ number: null, cells: ["May", "900"] });
  expect(sheetRows("2024\t900\n2023\t850")[0]?.number, "years that fall are no rows").toBeNull();
});

test("cells of a CSV file may hold what else parts them", () => {
  const rows = csvRows('Name;Note\n"Ana; B.";"says ""no""\nand leaves"\nBen;');
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["Name", "Note"],
    ["Ana; B.", 'says "no"\nand leaves'],
    ["Ben", ""],
  ]);
});

test("a CSV file from Windows has no signs of line ends in its cells, and a broken quote costs only its cell", () => {
  expect(csvRows("a,b\r\n1,2").map(({ cells }) => cells)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(csvRows('"a"x,b\n1,2').map(({ cells }) => cells)[1]).toEqual(["1", "2"]);
});

test("a source names its cells", () => {
  const { name, range } = namedCells("costs, 2026.xlsx, May costs!B12:AA14");
  expect(name).toBe("costs, 2026.xlsx");
  expect(range).toEqual({ sheet: "May costs", columns: [2, 27], rows: [12, 14] });
  expect(range && [isIn(range, 2, 12), isIn(range, 28, 12), isIn(range, 2, 15)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(namedCells("lease.pdf")).toEqual({ name: "lease.pdf", range: null });
});

test("columns are called by letters", () => {
  expect([1, 26, 27, 52, 703].map(columnName)).toEqual(["A", "Z", "AA", "AZ", "AAA"]);
});
