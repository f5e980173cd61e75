import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { AfterDelay, Skeleton } from "@ensemble/ui/feedback/Skeleton";

/** Placeholder for a message that is loading, with about its final height, so that nothing moves. */
export function OutlinedRow({
  height,
  failed,
  onAgain,
}: {
  height: number;
  /** True if it could not be loaded. */
  failed: boolean;
  onAgain: () => void;
}) {
  const text = useText("chat");
  return (
    <div aria-busy={!failed} style={{ height }} className="mx-auto w-full max-w-[46rem] px-4 py-2">
      {failed ? (
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          {text("message_not_read")}
          <Button size="sm" onClick={onAgain}>
            {text("try_again")}
          </Button>
        </p>
      ) : (
        <AfterDelay>
          <div className="flex h-full max-h-40 flex-col gap-3 overflow-hidden">
            <Skeleton className="h-4 w-full flex-none" />
            <Skeleton className="h-4 w-4/5 flex-none" />
            <Skeleton className="h-4 w-2/5 flex-none" />
          </div>
        </AfterDelay>
      )}
    </div>
  );
}
