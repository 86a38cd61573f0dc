/** Words about vacations, English. */
export const EN = {
  vacation: "Vacation",
  "vacation.intro":
    "While you are on vacation, your own time stands still in your matches with days per move, also in those that begin meanwhile. It begins at once; a move whose time is up stays late. Your opponents see until when. You may go on playing.",
  "vacation.left": "{left} of {most} {most#day|days} of the last 365 {left#is|are} left. A day that has begun counts.",
  "vacation.days": "Days",
  "vacation.days.from": "Days, from its beginning",
  "vacation.begin": "Go on vacation",
  "vacation.change": "Change",
  "vacation.back": "I am back",
  "vacation.until": "You are on vacation until {date}.",
  "vacation.over": "Your vacation is over: your time runs again.",
};
