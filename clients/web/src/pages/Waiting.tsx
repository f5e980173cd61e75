import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";

/** Placeholder for a loading page: empty at first, then a skeleton. */
export function Waiting() {
  const text = useText("start");
  return (
    <div className="mx-auto w-full max-w-2xl flex-1 px-6 pt-16">
      <SkeletonLines count={6} label={text("loading")} />
    </div>
  );
}
