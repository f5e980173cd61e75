import { useText } from "@ensemble/i18n/text";

const STAGES = ["queued_at_provider", "generating", "busy"] as const;

/** Returns a function that says what a task of a provider of images or videos is doing. */
export function useStageText(): (stage: string) => string {
  const text = useText("media");
  return (stage) => {
    const known = STAGES.find((one) => one === stage);
    return text(known ? `stage.${known}` : "working");
  };
}
