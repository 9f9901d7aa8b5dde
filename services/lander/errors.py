"""Error codes of the lander."""

from collections.abc import Iterable

from shared.kit.core import Conflict, FieldError, Forbidden, Invalid, NotFound


class PageUnknown(NotFound):
    """There is no such landing page: its slug, scene, language or member is unknown, or hidden from visitors."""


class ReportRangeImpossible(Invalid):
    """The last day is before the first one, or the first one is in the future."""

    code = "report_range_impossible"


class ReportRangeTooLong(Invalid):
    """`days`: the longest range."""

    code = "report_range_too_long"


class PostbackTemplateWrong(Invalid):
    """A postback goes by https to a host its network has named, with known macros in its path or query."""

    code = "postback_template_wrong"


class PostbackGoalMissing(Invalid):
    """The network gets no postback of this goal: it has no template for it."""

    code = "postback_goal_missing"


class CurrencyUnknown(Invalid):
    """A payout or cost is in a currency that networks bill in."""

    code = "currency_unknown"


class NetworkTaken(Conflict):
    """The site has a network of this name."""

    code = "network_taken"


class LinkTaken(Conflict):
    """The site has a smart link of this name."""

    code = "link_taken"


class LinksFull(Conflict):
    """The site has as many smart links as it may. One has to be removed first."""

    code = "links_full"


class LinkPageUnknown(Invalid):
    """A smart link leads to live pages of the site, and to none of a member."""

    code = "link_page_unknown"


class ViewsFull(Conflict):
    """The marketer has as many saved views as one may. One has to be deleted first."""

    code = "views_full"


class SlugNotFree(Invalid):
    """The slug belongs to a scene or to a path of the lander's, or is not made of letters, digits and dashes."""

    code = "slug_not_free"


class PageChanged(Conflict):
    """Somebody saved the page meanwhile: the version this change was made from is not the newest one."""

    code = "page_changed"


class PageNotReady(Invalid):
    """The version has problems, at the fields that are named; the page lists them with their reasons."""

    code = "page_not_ready"

    @classmethod
    def at(cls, places: Iterable[str]) -> "PageNotReady":
        return cls(errors=[FieldError(f"document.{place}", "field_invalid") for place in places])


class PicturesFull(Conflict):
    """The site has as many pictures as it may. One has to be taken away first."""

    code = "pictures_full"


class PublicationTimeWrong(Invalid):
    """A version is published later from a time that has not passed, within the next 90 days."""

    code = "publication_time_wrong"


class PageRetired(Conflict):
    """The page is not live, so nothing can be split on it."""

    code = "page_retired"


class ExperimentRuns(Conflict):
    """An experiment runs on the page: it has to end first."""

    code = "experiment_runs"


class ExperimentEnded(Conflict):
    """Somebody ended the experiment meanwhile, and another version is live than the one that was to be shipped."""

    code = "experiment_ended"


class WeightsDoNotSum(Invalid):
    """Weights are above 0 and sum to 1."""

    code = "weights_do_not_sum"


class SecondMarketerNeeded(Forbidden):
    """The site wants another marketer to approve what one asked for (`lander_review: two`)."""

    code = "second_marketer_needed"
