import { onServer } from "@ensemble/contract/base-path";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { Download } from "lucide-react";
import { useState } from "react";
import { ImportSection } from "./ImportSection";

/** Page for import and export. */
export function PortabilityPanel() {
  return (
    <>
      <ImportSection />
      <ExportSection />
    </>
  );
}

function ExportSection() {
  const text = useText("portability");
  const [records, setRecords] = useState(false);
  return (
    <Section title={text("export")} description={text("export_description")}>
      <Rows>
        <Row title={text("with_records")} description={text("with_records_hint")}>
          <Switch label={text("with_records")} checked={records} onChange={setRecords} />
        </Row>
        <Row title={text("archive")} description={text("archive_hint")}>
          <a
            href={onServer(`/api/portability/account${records ? "?records=true" : ""}`)}
            download
            className={buttonStyle("primary")}
          >
            <Download className="size-4" aria-hidden="true" />
            {text("download_archive")}
          </a>
        </Row>
      </Rows>
    </Section>
  );
}
