import { AskFurther } from "@ensemble/blocks/answers/AskFurther";
import type { Reading } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useQueryClient } from "@tanstack/react-query";
import { readingFile } from "./reading-file";
import { readingSourceQuery } from "./reading-queries";

/** Opens a new chat with the reading's text as a file. */
export function AskAbout({ reading }: { reading: Reading }) {
  const text = useText("reading");
  const client = useQueryClient();
  const given = async () => {
    const { places } = await client.fetchQuery(readingSourceQuery(reading.id));
    return { files: [readingFile(reading, places)] };
  };
  return <AskFurther label={text("ask")} failed={text("ask_failed")} given={given} />;
}
