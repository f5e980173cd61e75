import { useText } from "@ensemble/i18n/text";
import type { PageText } from "../../page/page-text";

/** Lists the parts of a page that are not sent. */
export function LeftOut({ page }: { page: PageText }) {
  const text = useText("extension");
  const { fields, pictures, frames } = page.leftOut;
  const rest = Math.max(0, page.pageWords - page.words);
  const lines = [
    page.kind === "main" && rest > 0 ? text("left_out_rest", { count: rest }) : null,
    page.kind === "selection" ? text("left_out_unmarked") : null,
    page.isCut ? text("left_out_end") : null,
    fields > 0 ? text("left_out_fields", { count: fields }) : null,
    pictures > 0 ? text("left_out_pictures", { count: pictures }) : null,
    frames > 0 ? text("left_out_frames", { count: frames }) : null,
    text(page.kind === "pdf" ? "left_out_anchor" : "left_out_address"),
  ].filter((line) => line !== null);
  return (
    <div>
      <p className="text-muted">{text("left_out")}</p>
      <ul className="mt-1 list-disc ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
