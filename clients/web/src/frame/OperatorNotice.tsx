import { lazyPart, retryUntilLoaded, useLazyPart } from "@ensemble/ui/lazy-part";
import { whenIdle } from "../boot/first-page";

const noticeBanner = lazyPart(
  whenIdle(
    retryUntilLoaded(async () => (await import("@ensemble/blocks/notices/NoticeBanner")).NoticeBanner),
  ),
);

/** Shows the operator's notice. Loaded when the browser is idle. */
export function OperatorNotice() {
  const NoticeBanner = useLazyPart(noticeBanner);
  return NoticeBanner ? <NoticeBanner /> : null;
}
