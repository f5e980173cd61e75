import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useFormDraft } from "./form/use-form-draft";
import { BOT_PLACES } from "./places";

const EXAMPLES = ["tutor", "editor", "cook"] as const;

/** Three example bots, each of which fills in the form. */
export function BotExamples() {
  const text = useText("bots");
  const { navigate } = useNavigation();
  const draft = useFormDraft(null);
  return (
    <ul aria-label={text("examples")} className="mt-4 flex flex-wrap justify-center gap-2">
      {EXAMPLES.map((example) => (
        <li key={example}>
          <Button
            size="sm"
            onClick={() => {
              draft.put({
                name: text(`example_${example}`),
                description: text(`example_${example}_description`),
                welcome: text(`example_${example}_welcome`),
                prompt: text(`example_${example}_prompt`),
              });
              navigate(BOT_PLACES.create);
            }}
          >
            {text(`example_${example}`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
