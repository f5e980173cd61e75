import { useText } from "@ensemble/i18n/text";
import { ImageOff } from "lucide-react";
import { hostOf } from "./safe-link";

/**
 * Stands for an image on another site. It is never fetched by itself: an address made by a model can carry what it read
 * to whoever runs that site.
 */
export function RemoteImage({ address, alt }: { address: string; alt: string }) {
  const text = useText("chat");
  const site = hostOf(address);
  const label = alt || text("image");
  return (
    <span className="markdown-image">
      <ImageOff aria-hidden="true" />
      <span className="min-w-0 truncate">{label}</span>
      {site ? (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
          {text("open_image_at", { site })}
        </a>
      ) : null}
    </span>
  );
}
