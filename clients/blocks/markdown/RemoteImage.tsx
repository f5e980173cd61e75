import { api } from "@ensemble/contract/api";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { hostOf } from "./safe-link";

/**
 * Stands for an image on another site. It is never fetched by itself: an address made by a model can carry what it read
 * to whoever runs that site. A person who wants to see it has the server fetch it.
 */
export function RemoteImage({ address, alt }: { address: string; alt: string }) {
  const text = useText("chat");
  const { source, problem, show, fail } = useShownImage(address);
  const site = hostOf(address);
  const label = alt || text("image");
  if (source) return <img src={source} alt={label} className="markdown-shown-image" onError={fail} />;
  return (
    <span className="markdown-image">
      <ImageOff aria-hidden="true" />
      <span className="min-w-0 truncate">{label}</span>
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

/** Has the server fetch an image when it is asked for, and says why it cannot be seen. */
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
