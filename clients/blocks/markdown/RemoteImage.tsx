import { api } from "@ensemble/contract/api";
import { onServer } from "@ensemble/contract/base-path";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { hostOf } from "./safe-link";

/**
 * Placeholder for an image on another site. It is never loaded automatically: an address written by a model
 * can leak what it read to the owner of that site. So the whole address is shown, with the query in which it would be.
 * If the person wants to see it, the server fetches it.
 */
export function RemoteImage({ address, alt }: { address: string; alt: string }) {
  const text = useText("chat");
  const { source, problem, show, fail } = useShownImage(address);
  const site = hostOf(address);
  const label = alt || text("image");
  if (source)
    return <img src={onServer(source)} alt={label} className="markdown-shown-image" onError={fail} />;
  return (
    <span className="markdown-image">
      <ImageOff aria-hidden="true" />
      <span className="min-w-0 truncate">{label}</span>
      {site ? (
        <bdi dir="ltr" className="markdown-image-address">
          {address}
        </bdi>
      ) : null}
      {problem ? (
        <span role="status" className="text-danger">
          {problem}
        </span>
      ) : site ? (
        <button type="button" onClick={show}>
          {text("show_image")}
        </button>
      ) : null}
      {site ? (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
          {text("open_image_at", { site })}
        </a>
      ) : null}
    </span>
  );
}

/** Fetches an image through the server on request, with the error if it cannot be shown. */
function useShownImage(address: string) {
  const text = useText("chat");
  const problemText = useProblemText();
  const [source, setSource] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const show = () =>
    api.post("/api/img_proxy/links", { body: { url: address } }).then(
      (link) => setSource(link.address),
      (error: unknown) => setProblem(problemText(error) ?? text("image_failed")),
    );
  const fail = () => {
    setSource(null);
    setProblem(text("image_failed"));
  };
  return { source, problem, show: () => void show(), fail };
}
