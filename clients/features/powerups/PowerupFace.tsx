import { Zap } from "lucide-react";

/** Icon of a PowerUP: its emoji, or a bolt. */
export const PowerupFace = ({ icon }: { icon: string }) => (
  <span
    aria-hidden="true"
    className="flex size-10 flex-none items-center justify-center overflow-hidden rounded-md bg-sunken text-xl leading-none"
  >
    {icon || <Zap className="size-5 text-accent-ink" />}
  </span>
);
