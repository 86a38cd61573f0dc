"""The limits of the service, and rate limiting."""

from bocage.limits.rates import Rate, Rates
from bocage.limits.table import READING, Limits, over_limit, rows

__all__ = ["READING", "Limits", "Rate", "Rates", "over_limit", "rows"]
