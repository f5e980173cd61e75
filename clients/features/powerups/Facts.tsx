import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Definition } from "./operations";

/** What a PowerUP may do and what it asks the model: where it runs, what it reads, skills, model, prompt. */
export function Facts({ definition, withModel = true }: { definition: Definition; withModel?: boolean }) {
  const text = useText("powerups");
  const { kind, sites, reads, skills, model, prompt, response_language, example_url } = definition;
  const isTool = kind === "tool";
  return (
    <dl className="flex flex-col gap-4 text-sm">
      <Fact title={text("sites")}>
        {sites.scope === "all" ? (
          text("scope.all")
        ) : (
          <>
            {text(`scope.${sites.scope}`)}
            <ul className="mt-1 flex flex-col gap-1">
              {sites.patterns.map((pattern) => (
                <li key={pattern} dir="ltr" className="break-all font-mono text-xs">
                  {pattern}
                </li>
              ))}
            </ul>
          </>
        )}
      </Fact>
      <Fact title={text("reads")}>{text(`reads_${isTool ? reads : "none"}`)}</Fact>
      {skills.length > 0 ? (
        <Fact title={text("skills")}>{skills.map((skill) => text(`skill.${skill}`)).join(", ")}</Fact>
      ) : null}
      {isTool && withModel ? (
        <Fact title={text("model")}>{model === null ? text("own_model") : <ModelName id={model} />}</Fact>
      ) : null}
      {isTool ? <Fact title={text("response_language")}>{text(`language_${response_language}`)}</Fact> : null}
      {example_url ? (
        <Fact title={text("example_url")}>
          <bdi className="break-all">{example_url}</bdi>
        </Fact>
      ) : null}
      {prompt ? (
        <Fact title={text("prompt")}>
          <p className="plain-bidi whitespace-pre-wrap break-words">{prompt}</p>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{title}</dt>
      <dd className="mt-0.5 text-muted">{children}</dd>
    </div>
  );
}

function ModelName({ id }: { id: string }) {
  const models = useQuery(modelsQuery).data?.models;
  return <bdi>{models?.find((model) => model.id === id)?.name ?? id}</bdi>;
}
