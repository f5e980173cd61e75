import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { RotateCw } from "lucide-react";
import { readTab } from "./page-store";

export function ReadAgain() {
  const text = useText("extension");
  return (
    <IconButton size="sm" label={text("page_again")} icon={<RotateCw />} onClick={() => void readTab()} />
  );
}
