import { nextTask } from "../next-task";

// A module is evaluated once, so that each pause of main.tsx is a module of its own.
await nextTask();
