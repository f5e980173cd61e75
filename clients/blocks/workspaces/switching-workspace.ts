/** True if the workspace was switched in this window, which navigates by itself. */
let chosenHere = false;

export const chooseHere = (chosen: boolean): void => {
  chosenHere = chosen;
};

export const isChosenHere = (): boolean => chosenHere;
