import { later, useLater } from "@ensemble/ui/later";
import { whenIdle } from "../boot/first-page";

const noticeBanner = later(
  whenIdle(() => import("@ensemble/blocks/NoticeBanner").then((file) => file.NoticeBanner)),
);

/** What the operator tells everybody. It comes when the browser has nothing more urgent to do. */
export function OperatorNotice() {
  const NoticeBanner = useLater(noticeBanner);
  return NoticeBanner ? <NoticeBanner /> : null;
}
