"""For tests of any game on the kernel: the laws, and scenarios that read like sentences."""

from keyflower.kernel.testing import laws
from keyflower.kernel.testing.scenario import BaseScenario

__all__ = ["BaseScenario", "laws"]
