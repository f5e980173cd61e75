import { renderIn, serve } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { useHosts, type WantedHosts } from "./use-hosts";

afterEach(cleanup);

const A = ["https://a.example"];

function Artifact({ id = "x", ...wanted }: WantedHosts & { id?: string }) {
  const { active, isAsking, decide } = useHosts(id, wanted);
  return (
    <>
      <p>{`${isAsking ? "asks" : "quiet"} ${active.length}`}</p>
      <button type="button" onClick={() => decide(true)}>
        Yes
      </button>
      <button type="button" onClick={() => decide(false)}>
        No
      </button>
    </>
  );
}

/** Shows one artifact after the other. */
function Artifacts(wanted: WantedHosts) {
  const [id, setId] = useState("y");
  return (
    <>
      <Artifact id={id} {...wanted} />
      <button type="button" onClick={() => setId("z")}>
        Next
      </button>
    </>
  );
}

const host = memoryHost();
const show = async (wanted: WantedHosts) => {
  cleanup();
  serve({});
  await renderIn(<Artifact {...wanted} />, { areas: ["artifacts"], host });
};

test("readers agree once to each list of hosts", async () => {
  await show({ hosts: A, agreed: false });
  await screen.findByText("asks 0");
  await userEvent.click(screen.getByRole("button", { name: "No" }));
  await screen.findByText("quiet 0");
  await show({ hosts: A, agreed: false });
  await screen.findByText("asks 0");
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  await screen.findByText("quiet 1");
  await show({ hosts: A, agreed: false });
  await screen.findByText("quiet 1");
  await show({ hosts: [...A, "https://b.example"], agreed: false });
  await screen.findByText("asks 0");
  await show({ hosts: [], agreed: false });
  await screen.findByText("quiet 0");
});

test("the consent of an owner is the server's", async () => {
  const onAgree = vi.fn();
  // What this device remembers of a page is nothing to the artifact itself.
  await show({ hosts: A, agreed: false, onAgree });
  await screen.findByText("asks 0");
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  await screen.findByText("quiet 1");
  expect(onAgree).toHaveBeenCalledOnce();
  await show({ hosts: A, agreed: true, onAgree });
  await screen.findByText("quiet 1");
});

test("consent to the hosts of one artifact is none to the same hosts of another", async () => {
  serve({});
  const onAgree = vi.fn();
  cleanup();
  await renderIn(<Artifacts hosts={A} agreed={false} onAgree={onAgree} />, { areas: ["artifacts"], host });
  await screen.findByText("asks 0");
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  await screen.findByText("quiet 1");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("asks 0");
  expect(onAgree).toHaveBeenCalledOnce();
});
