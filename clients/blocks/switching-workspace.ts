/** Whether this window is the one in which another workspace was chosen: it knows where it goes. */
let chosenHere = false;

export const chooseHere = (chosen: boolean): void => {
  chosenHere = chosen;
};

export const isChosenHere = (): boolean => chosenHere;
