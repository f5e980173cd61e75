import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { forgetMemoryMutation, memoryQuery } from "./glossary-queries";

/** Shows the translation memory, with a button to clear it. */
export function TranslationMemory() {
  const text = useText("translation");
  const { locale } = useLocale();
  const { data } = useQuery(memoryQuery);
  const forget = useMutation(forgetMemoryMutation(useQueryClient()));
  return (
    <Section title={text("memory")} description={text("memory_hint")}>
      {data ? (
        <Rows>
          <Row
            title={text("memory_count", {
              count: data.translations,
              number: fullNumber(data.translations, locale),
            })}
          >
            <Button
              size="sm"
              busy={forget.isPending}
              disabled={data.translations === 0}
              onClick={() =>
                forget.mutate(undefined, { onSuccess: () => showToast({ title: text("memory_forgotten") }) })
              }
            >
              {text("memory_forget")}
            </Button>
          </Row>
        </Rows>
      ) : (
        <SkeletonLines count={1} label={text("memory")} />
      )}
    </Section>
  );
}
