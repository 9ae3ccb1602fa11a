"""autograd, the independent autodiff library of these tests. It has no types, so it is passed on as Any."""

from typing import Any

import autograd
import autograd.numpy

#: NumPy's functions, recorded for differentiation.
anp: Any = autograd.numpy
#: elementwise_grad(f)(x) is the gradient of the number f(x) at x, the shape of x.
elementwise_grad: Any = autograd.elementwise_grad
