import type { BillingCycle } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";

interface CycleChoiceProps {
  value: BillingCycle;
  onChange: (cycle: BillingCycle) => void;
}

/** Choice between monthly and yearly billing. */
export function CycleChoice({ value, onChange }: CycleChoiceProps) {
  const text = useText("billing");
  return (
    <div className="self-center">
      <Segmented
        label={text("how_often")}
        value={value}
        onChange={onChange}
        options={[
          { value: "monthly", label: text("cycle.monthly") },
          { value: "yearly", label: text("cycle.yearly") },
        ]}
      />
    </div>
  );
}
